import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { MyProfile, profile } from '../../shared/contract/profile.ts';
import type { Scripts } from './fake-bridge.ts';

/** A person who has not proven anything yet. */
export const myProfile = (change: Partial<MyProfile> = {}): MyProfile => ({
  id: 1,
  fullName: 'Asha Rao',
  email: 'asha@example.in',
  phone: '9876543210',
  avatar: null,
  referralCode: 'ASHA7K2M',
  sponsor: 'Meera Iyer',
  designation_level: 1,
  kycStatus: 'none',
  PanStatus: 'none',
  AdharStatus: 'none',
  aadhaarMasked: null,
  panMasked: null,
  bank: null,
  personal: {
    fullName: 'Asha Rao',
    dob: '1991-04-12',
    address: '14 Church Street',
    city: 'Bengaluru',
    stateCode: '29',
    pinCode: '560001',
  },
  documents: [],
  hasTotp: false,
  isActive: false,
  isTradeactive: false,
  isRoboactive: false,
  ability: [{ action: 'read', subject: 'Auth' }],
  ...change,
});

type OpenSession = OutputOf<(typeof profile)['sessions']>['sessions'][number];

export const openSession = (sessionId: number, change: Partial<OpenSession> = {}): OpenSession => ({
  sessionId,
  device: 'TrickDesk on Linux',
  address: '127.0.0.1',
  openedAt: '2026-11-20T09:00:12+05:30',
  lastUsedAt: '2026-11-20T14:30:00+05:30',
  isThisOne: false,
  ...change,
});

/** Answers about the person, their papers and their sessions. */
export const scriptedPeople = (): Scripts => ({
  'profile.mine': () => myProfile(),
  'profile.sessions': () => ({
    sessions: [openSession(71, { isThisOne: true }), openSession(64, { device: 'TrickDesk on Windows' })],
  }),
});
