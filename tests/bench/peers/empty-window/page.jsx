import { Button, FluentProvider, webLightTheme } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')).render(
  <FluentProvider theme={webLightTheme}>
    <Button>Hello</Button>
  </FluentProvider>,
);
