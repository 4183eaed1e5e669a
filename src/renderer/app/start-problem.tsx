/** The settings could not be read, so there is no theme either: plain words and a way on. */
export const StartProblem = ({ message }: { message: string }) => (
  <main role="alert">
    <h1>TrickDesk could not start</h1>
    <p>{message}</p>
    <button type="button" onClick={() => window.location.reload()}>
      Try again
    </button>
  </main>
);
