import { type Envelope, no, yes } from './answers.ts';
import type { Script } from './script.ts';

type Body = Readonly<Record<string, unknown>>;
const FORM = {
  ReturnURL: 'https://trade.example/cdslpoa/response',
  DPId: '33200',
  BOID: '1203320000000000',
  TransDtls: 'bm90aGluZyB0aGF0IGFueWJvZHkgcmVhZHM=',
};
const EMPTY_FORM = { ReturnURL: null, DPId: null, BOID: null, TransDtls: null };

/** The form with which an owner goes to the depository; or that there is no need of one today. */
export const verification = ({ isin, quantity }: Body, depository: Script['depository']): Envelope => {
  if (!/^IN[A-Z0-9]{10}$/.test(String(isin)) || !/^[1-9]\d*$/.test(String(quantity)))
    return no('AG2001', 'Something went wrong. Please try again');
  const ReqId = `REQ${String(isin)}`;
  if (depository === 'not-authorised') return yes({ ReqId, ...FORM, version: '1.1' });
  return {
    // Spelt as the broker spells it.
    ...no('AG1000', 'You have alreday been registered with CDSL for today.'),
    data: depository === 'authorised' ? { ReqId, ...EMPTY_FORM, version: '1.1' } : null,
  };
};

export const transactionStatus = ({ ReqId }: Body, depository: Script['depository']): Envelope =>
  yes({
    TransResDtls: {
      ReqId,
      ReqType: 'D',
      ResId: '1603202259241073',
      ResStatus: '0',
      ResError: '',
      Remarks: '',
      RecordResDtls: [
        { TxnReqId: '1', TxnId: '1', Status: depository === 'authorised' ? '1' : '0', Errorcode: '' },
      ],
    },
  });
