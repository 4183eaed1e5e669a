import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { useFormStyles } from './profile-form.ts';

/** What can be said of a broker before one can be linked. */
export const BrokerTab = () => {
  const styles = useFormStyles();
  return (
    <SectionCard
      title="Broker"
      aside={<StatusText tone="neutral">Not available yet in this version</StatusText>}
    >
      <p className={styles.text}>
        Linking Angel One comes together with live trading. Until then every strategy runs in test: on real
        rules, with paper orders and without your money.
      </p>
      <p className={styles.text}>
        Nobody from TrickDesk asks for a broker password or a broker code before that.
      </p>
    </SectionCard>
  );
};
