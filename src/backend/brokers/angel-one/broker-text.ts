import { endedSentence } from '../../ended-sentence.ts';
import type { BrokerTroubleKind } from '../broker.ts';

/** The broker's answer to a request that it did not carry out. */
export interface BrokerNo {
  readonly kind: BrokerTroubleKind;
  /** For the user. */
  readonly sentence: string;
  /** The broker has said no, and nothing was done. Where this is false, nobody knows. */
  readonly isCertain: boolean;
  /** The broker's own words and code. */
  readonly said: string;
}

type Meaning = Omit<BrokerNo, 'said'>;

const certain = (kind: BrokerTroubleKind, sentence: string): Meaning => ({ kind, sentence, isCertain: true });

const SESSION = certain('session', 'The Angel One session is over. Log in again with a new TOTP code.');
const CREDENTIALS = certain('credentials', 'Angel One does not know this client code and PIN. Check both.');
const TOTP = certain(
  'credentials',
  'Angel One did not accept the TOTP code. Take a fresh one; the clock of the device that makes it must be right.',
);
const API_KEY = certain(
  'credentials',
  'Angel One did not accept the API key: it is wrong or has expired. Make a new one at smartapi.angelone.in.',
);
const ADDRESS = certain(
  'address',
  'This internet address is not registered at Angel One, so it takes no orders from here. Register it at smartapi.angelone.in.',
);
const RATE = certain('rate', 'Angel One was asked too often in a short time. Wait a moment and try again.');
const FUNDS = certain('funds', 'There is not enough money in the Angel One account for this order.');
const ORDER = certain('order', 'Angel One did not take the order as it is.');
const NO_SYMBOL = certain('order', 'Angel One does not know this instrument.');
const BLOCKED = certain('credentials', 'This Angel One account is blocked for trading. Ask Angel One why.');
const TEMPORARY: Meaning = {
  kind: 'temporary',
  sentence: 'Something went wrong at Angel One. It may be over in a moment.',
  isCertain: false,
};

/**
 * Codes by what they mean. Sources: the broker's documentation and forum (AG8001, AG7002, AB1004, AB1007, AB1050),
 * its clients, and lists kept by others for the rest. AB1004, AB2000 and AB2001 say only that something went wrong:
 * after one of these an order may be there all the same.
 */
const MEANING_OF_CODE: Readonly<Record<string, Meaning>> = {
  AG8001: SESSION,
  AG8002: SESSION,
  AG8003: SESSION,
  AG8004: API_KEY,
  AG7002: ADDRESS,
  AB8050: SESSION,
  AB8051: SESSION,
  AB1011: SESSION,
  AB1000: CREDENTIALS,
  AB1001: CREDENTIALS,
  AB1002: CREDENTIALS,
  AB1005: CREDENTIALS,
  AB1006: BLOCKED,
  AB1007: CREDENTIALS,
  AB1031: CREDENTIALS,
  AB1032: CREDENTIALS,
  AB1050: TOTP,
  AB1008: ORDER,
  AB1009: NO_SYMBOL,
  AB1012: ORDER,
  AB1013: ORDER,
  AB1018: NO_SYMBOL,
  AB1021: RATE,
  AB2002: ORDER,
  AB4008: ORDER,
  AB1004: TEMPORARY,
  AB2000: TEMPORARY,
  AB2001: TEMPORARY,
  // Of rules (GTT). AB9000 is an error over there, after which one may be there all the same.
  AB9000: TEMPORARY,
  AB9001: ORDER,
  AB9005: SESSION,
  AB9006: ORDER,
  AB9007: ORDER,
  AB9008: ORDER,
  AB9009: ORDER,
  AB9010: ORDER,
  AB9011: NO_SYMBOL,
  AB9012: NO_SYMBOL,
  AB9013: ORDER,
  AB9014: ORDER,
  AB9015: ORDER,
  AB9016: ORDER,
};

/** Words that are clear whatever the code; the first that fits counts. */
const MEANING_OF_TEXT: readonly (readonly [text: RegExp, meaning: Meaning])[] = [
  [/unregistered ip/i, ADDRESS],
  [/exceeding access rate|too many requests|rate limit/i, RATE],
  [/insufficient (?:funds|balance|margin)|margin (?:exceeds|shortfall)/i, FUNDS],
  [/(?:invalid|expired|inactive|wrong) api ?key|api ?key (?:is )?(?:invalid|expired|inactive)/i, API_KEY],
  [/invalid totp|totp (?:is )?(?:invalid|expired)/i, TOTP],
  [
    /(?:invalid|expired|missing) (?:token|session|jwt)|(?:token|session) (?:is )?(?:invalid|expired|missing)/i,
    SESSION,
  ],
  [/unauthori[sz]ed|not logged in|please login/i, SESSION],
  [
    /price protection|limit price and trigger price|circuit limit|price range|tick size|lot size|multiple of/i,
    ORDER,
  ],
];

/** Meaning of a refusal's envelope; doubt, where neither its code nor its words are known. */
export const meaningOf = (code: string, text: string): BrokerNo => {
  const said = [code, text].filter(Boolean).join(': ').slice(0, 500);
  const known = MEANING_OF_TEXT.find(([pattern]) => pattern.test(text))?.[1] ?? MEANING_OF_CODE[code];
  if (known) return { ...known, said };
  const sentence = text
    ? endedSentence(`Angel One answered: ${text.slice(0, 200)}`)
    : 'Angel One said no, and not why.';
  return { kind: 'temporary', sentence, isCertain: false, said };
};

const GONE =
  /already (?:been )?(?:complete|executed|traded|cancel|reject)|(?:complete|cancelled|rejected) order|not (?:in )?(?:an )?open|cannot be (?:modified|cancelled)/i;

/** Whether a change was refused because the order had already ended. */
export const saysGone = (said: string): boolean => GONE.test(said);
