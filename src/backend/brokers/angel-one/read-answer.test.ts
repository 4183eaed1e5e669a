import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const read = (status: number, text: string) => readAnswer({ status, text });
const api = (errorcode: string, message: string, status: unknown = false) =>
  JSON.stringify({ status, message, errorcode, data: null });
const gateway = (errorCode: string, message: string) =>
  JSON.stringify({ success: false, message, errorCode, data: '' });

describe('a yes', () => {
  it.each([
    ['the envelope of the API', '{"status":true,"message":"SUCCESS","errorcode":"","data":{"a":1.50}}'],
    ['the envelope of the gateway', '{"success":true,"message":"SUCCESS","errorCode":"","data":{"a":1.50}}'],
    ['yes as a text', '{"status":"true","message":"SUCCESS","errorcode":"","data":{"a":1.50}}'],
  ])('in %s', (_name, text) => expect(read(200, text)).toMatchObject({ isOk: true, data: { a: '1.50' } }));
});

describe('a no that is certain', () => {
  it.each([
    ['AG8001 of the gateway', 200, gateway('AG8001', 'Invalid Token'), 'session', 'Log in again'],
    ['AG8002', 200, gateway('AG8002', 'Token expired'), 'session', 'Log in again'],
    ['AB8050', 200, api('AB8050', 'Invalid Refresh Token'), 'session', 'Log in again'],
    [
      'AB1007',
      200,
      api('AB1007', 'Login Id or password is invalid', 'false'),
      'credentials',
      'client code and PIN',
    ],
    ['AB1050', 200, api('AB1050', 'Invalid TOTP'), 'credentials', 'TOTP'],
    ['an API key by its words', 200, gateway('', 'Invalid API Key'), 'credentials', 'API key'],
    [
      'AG7002',
      200,
      gateway('AG7002', 'Access denied: Unregistered IP address. Register your IP before retrying.'),
      'address',
      'not registered',
    ],
    ['403 of the rate', 403, 'Access denied because of exceeding access rate', 'rate', 'too often'],
    ['403 in other words', 403, 'Too Many Requests', 'rate', 'too often'],
    ['403 of the session', 403, 'Invalid token', 'session', 'Log in again'],
    ['429 without a word', 429, '', 'rate', 'too often'],
    ['401 without a word', 401, '', 'session', 'Log in again'],
    ['AB1018', 200, api('AB1018', 'Failed to Get Symbol Details'), 'order', 'instrument'],
    [
      'price protection, under any code',
      200,
      api('AB9999', 'Order price is beyond the Limit Price Protection range defined by the exchange.'),
      'order',
      'did not take the order',
    ],
    ['funds, by its words', 200, api('', 'Insufficient Funds'), 'funds', 'not enough money'],
  ])('%s', (_name, status, text, kind, words) => {
    const answer = read(status, text);
    expect(answer).toMatchObject({ isOk: false, kind, isCertain: true });
    expect(answer).toHaveProperty('sentence', expect.stringContaining(words));
  });
});

describe('an answer that leaves a doubt', () => {
  it.each([
    ['AB1004', 200, api('AB1004', 'Something Went Wrong, Please Try After Sometime'), 'temporary'],
    [
      'no as a text with data "null"',
      200,
      '{"status":"false","message":"","errorcode":"","data":"null"}',
      'temporary',
    ],
    ['a code nobody has seen', 200, api('AB7777', 'Lorem'), 'temporary'],
    ['a code behind HTTP 502', 502, api('AG8001', 'Invalid Token'), 'session'],
    ['a yes behind HTTP 500', 500, '{"status":true,"message":"","errorcode":"","data":{}}', 'temporary'],
    ['403 without a word', 403, '', 'temporary'],
    ['400 with nothing', 400, '', 'unreachable'],
    ['200 with nothing', 200, '', 'unreachable'],
    ['a web page', 200, '<html><title>Request Rejected</title></html>', 'unreachable'],
    ['a web page with 403', 403, '<html>Too Many Requests</html>', 'unreachable'],
    ['half of JSON', 200, '{"status":true,"data":{"orderid":"2', 'unreachable'],
    ['JSON of another kind', 200, '[1,2]', 'unreachable'],
    ['an object without yes or no', 200, '{"ok":1}', 'unreachable'],
    ['null', 200, 'null', 'unreachable'],
  ])('%s', (_name, status, text, kind) =>
    expect(read(status, text)).toMatchObject({ isOk: false, kind, isCertain: false }),
  );

  it('says how it looked, in words', () => {
    expect(read(400, '')).toHaveProperty('sentence', expect.stringContaining('an empty answer (HTTP 400)'));
    expect(read(200, ' <html>')).toHaveProperty(
      'sentence',
      expect.stringContaining('a web page instead of data'),
    );
    expect(read(200, api('AB7777', 'Lorem'))).toMatchObject({
      sentence: 'Angel One answered: Lorem.',
      said: 'AB7777: Lorem',
    });
  });
});
