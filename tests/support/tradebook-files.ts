/** A row of Console's tradebook; each has another trade and order id unless told. */
export const consoleRow = (
  symbol: string,
  side: 'buy' | 'sell',
  day: string,
  quantity: number,
  rupees: string | number,
  more: { tradeId?: string | number; orderId?: string | number; clock?: string; segment?: string } = {},
): string => {
  const {
    tradeId = `${symbol}${day}${side}`,
    orderId = `${day}${side}`,
    clock = '10:00:00',
    segment = 'EQ',
  } = more;
  return `${symbol},,${day},NSE,${segment},EQ,${side},false,${quantity},${rupees},${tradeId},${orderId},${day}T${clock}`;
};

/** Console's tradebook with some rows. */
export const consoleFile = (...rows: readonly string[]): string =>
  [
    'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time',
    ...rows,
  ].join('\n');

/** A row of Angel One's trades history; brokerage and STT in rupees. */
export const angelRow = (
  scrip: string,
  side: 'Buy' | 'Sell',
  day: string,
  quantity: number,
  rupees: string | number,
  more: { tradeId?: string | number; orderId?: string | number; brokerage?: number; stt?: number } = {},
): string => {
  const { tradeId = `${scrip}${day}${side}`, orderId = `${day}${side}`, brokerage = 0, stt = 0 } = more;
  const prices = side === 'Buy' ? `${rupees},` : `,${rupees}`;
  return `${scrip},${side},${prices},${quantity},${brokerage},0,${stt},0,0,0,0,0,Delivery,CAPITAL,NSE,${orderId},${tradeId},${day}`;
};

/** Angel One's trades history with some rows below its summary. */
export const angelFile = (...rows: readonly string[]): string =>
  [
    'ClientCode,TEST0001',
    'Charges Summary',
    `Total Trades,${rows.length}`,
    '',
    'TradeBook And Charges',
    'Scrip/Contract,Buy/Sell,Buy Price,Sell Price,Quantity,Brokerage,GST,STT,Sebi Tax,Exchange Turnover Charges,Stamp Duty,Other Charges,IPFT Charges,Order Type,Segment,Exchange,Order ID,Trade ID,Date',
    ...rows,
    '',
    'NOTE: Data Accurate Till,2026-09-02',
  ].join('\n');
