/** Where Angel One is; tests put a server of their own here. */
export interface AngelOneHosts {
  readonly rest: string;
  readonly marketSocket: string;
  readonly orderSocket: string;
  readonly scripMaster: string;
  /** Says in plain text which internet address asks. */
  readonly address: string;
}

export const ANGEL_ONE_HOSTS: AngelOneHosts = {
  rest: 'https://apiconnect.angelone.in',
  marketSocket: 'wss://smartapisocket.angelone.in/smart-stream',
  orderSocket: 'wss://tns.angelone.in/smart-order-update',
  scripMaster: 'https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json',
  address: 'https://checkip.amazonaws.com/',
};
