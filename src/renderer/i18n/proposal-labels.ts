import { labels } from './translate.ts';

/** Calls as a proposal names them. One that is not here is named by its id. */
const CALL_LABELS: Readonly<Partial<Record<string, string>>> = labels({
  'strategies.start': 'Start a strategy',
  'strategies.stop': 'Stop a strategy',
  'strategies.sell': 'Square off and stop a strategy',
  'strategies.settings': 'Change the settings of a strategy',
  'strategies.modifyStopLoss': 'Change stop-loss and target',
  'strategies.enable': 'Enable or disable a strategy',
  'strategies.mute': 'Mute a strategy',
  'strategies.clone': 'Clone a strategy',
  'strategies.add': 'Add or change a strategy',
  'positions.exit': 'Leave a position',
  'positions.exitAll': 'Leave all positions',
  'positions.cancelOrder': 'Cancel an order',
  'manual.setAccount': 'Change the account by hand',
  'manual.place': 'Place an order by hand, on paper',
  'manual.change': 'Change an order by hand',
  'manual.protect': 'Set the levels of a position by hand',
  'manual.close': 'Close a position by hand',
  'manual.closeNet': 'Close positions by hand together',
  'baskets.add': 'Add a basket',
  'baskets.open': 'Buy a basket',
  'baskets.rebalance': 'Rebalance a basket',
  'baskets.close': 'Sell a basket',
  'baskets.setSip': 'Change the SIP of a basket',
  'baskets.leaveOutSip': 'Leave out a SIP',
  'alerts.preferences': 'Change which alerts come',
  'alerts.read': 'Mark alerts as read',
});

/** Proposed call as a title. */
export const callText = (call: string): string => CALL_LABELS[call] ?? call;

const FIELD_LABELS: Readonly<Partial<Record<string, string>>> = labels({
  strategyId: 'Strategy',
  positionId: 'Position',
  orderId: 'Order',
  basketId: 'Basket',
  capital: 'Capital',
  amount: 'Amount',
  name: 'Name',
  document: 'Rules',
  type: 'Which',
  url: 'What to do',
  enabled: 'Enabled',
  mode: 'Mode',
});

/** A field of a proposed call; its own name where it has no label. */
export const fieldText = (field: string): string => FIELD_LABELS[field] ?? field;

/** States that a proposal can have. */
export const PROPOSAL_STATE_LABELS = labels({
  waiting: 'Waiting',
  expired: 'Expired',
  rejected: 'Rejected',
  accepted: 'Accepted',
  done: 'Done',
  failed: 'Failed',
});
