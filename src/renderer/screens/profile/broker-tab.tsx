import { useEffect } from 'react';
import { brokerAccount } from '../../state/broker-account.ts';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { BrokerAccountCard } from './broker-account-card.tsx';
import { BrokerLinkForm } from './broker-link-form.tsx';

/** Interval of reloading: session and age of prices change without a stream event. */
const REFRESH_MS = 5_000;

/** The account at Angel One: linking it while there is none, and how it stands once there is. */
export const BrokerTab = () => {
  const { value, isLoading, failure, loadedAt } = brokerAccount.use();
  useEffect(() => {
    void brokerAccount.load(undefined);
    const timer = setInterval(() => void brokerAccount.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const account = value?.broker_angelone_details ?? null;
  return (
    <Content
      isLoading={isLoading}
      hasContent={value !== null}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void brokerAccount.load(undefined)}
      skeleton={<BlockSkeleton height={320} />}
      empty={{ icon: null, sentence: '' }}
    >
      {account ? <BrokerAccountCard account={account} /> : <BrokerLinkForm />}
    </Content>
  );
};
