/** Files of futures and options, as the exchange writes them. */

export const UDIFF_HEADER =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4';

/** Fields of a row of the newer format. */
export interface UdiffRow {
  readonly day?: string;
  readonly source?: string;
  readonly type?: string;
  readonly token?: string;
  readonly underlying?: string;
  readonly expiry?: string;
  readonly endsOn?: string;
  readonly strike?: string;
  readonly right?: string;
  readonly prices?: string;
  readonly openInterest?: string;
  readonly lots?: string;
  readonly lotSize?: string;
}

/** A traded option of the newer format. Fields that are given replace its own. */
export const udiffRow = (row: UdiffRow = {}): string => {
  const { day = '2026-07-22', source = 'NSE', type = 'IDO', token = '40001', underlying = 'NIFTY' } = row;
  const { expiry = '2026-07-28', endsOn = expiry, strike = '24500.00', right = 'CE' } = row;
  const { prices = '100.00,110.00,95.00,105.00', openInterest = '65000', lots = '7', lotSize = '65' } = row;
  return `${day},${day},FO,${source},${type},${token},,${underlying},,${expiry},${endsOn},${strike},${right},NAME,${prices},105.00,99.00,24400.00,105.00,${openInterest},650,${lots},1.00,6,F1,${lotSize},,,,,`;
};

/** A file of the newer format. */
export const udiffFile = (...rows: readonly string[]): string => [UDIFF_HEADER, ...rows].join('\n');

/** Two rows of 22-Jul-2026 as the exchange has published them. */
export const PUBLISHED_UDIFF = udiffFile(
  '2026-07-22,2026-07-22,FO,NSE,IDO,80310,,NIFTY,,2027-03-30,2027-03-30,30000.00,PE,NIFTY27MAR30000PE,0.00,0.00,0.00,5754.50,5754.50,5754.50,23996.25,4848.10,130,0,0,0.00,0,F1,65,,,,,',
  '2026-07-22,2026-07-22,FO,NSE,STO,67233,,ABCAPITAL,,2026-08-25,2026-08-25,350.00,PE,ABCAPITAL26AUG350PE,1.50,1.80,1.50,1.65,1.80,1.60,400.60,1.65,93000,18600,7,7630650.00,6,F1,3100,,,,,',
);

export const LEGACY_HEADER =
  'INSTRUMENT,SYMBOL,EXPIRY_DT,STRIKE_PR,OPTION_TYP,OPEN,HIGH,LOW,CLOSE,SETTLE_PR,CONTRACTS,VAL_INLAKH,OPEN_INT,CHG_IN_OI,TIMESTAMP,';
export const ACTIVITY_OPTIONS_HEADER =
  'INSTRUMENT,SYMBOL    ,EXP_DATE  ,STR_PRICE  ,OPT_TYPE,OPEN_PRICE ,HI_PRICE   ,LO_PRICE   ,CLOSE_PRICE,OPEN_INT*      ,TRD_QTY          ,NO_OF_CONT       ,NO_OF_TRADE      ,NOTION_VAL        ,PR_VAL            ';
export const ACTIVITY_FUTURES_HEADER =
  'INSTRUMENT,SYMBOL    ,EXP_DATE  ,OPEN_PRICE ,HI_PRICE   ,LO_PRICE   ,CLOSE_PRICE,OPEN_INT*      ,TRD_VAL           ,TRD_QTY          ,NO_OF_CONT       ,NO_OF_TRADE      ';
