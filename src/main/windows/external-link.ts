/** Sites that the app itself points to: exchange, regulator, broker, and the makers of the charts. */
const ALLOWED_HOSTS = new Set([
  'www.nseindia.com',
  'www.bseindia.com',
  'www.sebi.gov.in',
  'scores.sebi.gov.in',
  'smartapi.angelbroking.com',
  'www.angelone.in',
  'www.tradingview.com',
]);

/** Address to open in the browser, or null. Null when it is not an https page of the list. */
export function externalLink(address: string): string | null {
  const url = URL.parse(address);
  const isAllowed = url?.protocol === 'https:' && ALLOWED_HOSTS.has(url.host) && url.username === '';
  return isAllowed ? url.href : null;
}
