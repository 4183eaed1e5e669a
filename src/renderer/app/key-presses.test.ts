import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { expect, test } from 'vitest';
import { isOtherScript, pressOf } from './key-presses.ts';

interface Pressed {
  key: string;
  code: string;
  with?: readonly string[];
}

/** Whether a press on a Windows or Linux keyboard is the accelerator. */
const isPress = (accelerator: string, { key, code, with: held = [] }: Pressed): boolean => {
  const event = { key, code, getModifierState: (name: string) => held.includes(name) };
  return parseKeybinding(pressOf(accelerator, isOtherScript({ key }))).every((press) =>
    matchKeybindingPress(event as unknown as KeyboardEvent, press),
  );
};

test.each<[string, Pressed]>([
  ['CmdOrCtrl+K', { key: 'k', code: 'KeyK', with: ['Control'] }],
  ['CmdOrCtrl+Shift+A', { key: 'A', code: 'KeyA', with: ['Control', 'Shift'] }],
  // Where letters stand elsewhere, the character counts; where there are none, the place.
  ['CmdOrCtrl+Shift+A', { key: 'A', code: 'KeyQ', with: ['Control', 'Shift'] }],
  ['CmdOrCtrl+K', { key: 'क', code: 'KeyK', with: ['Control'] }],
  ['J', { key: 'र', code: 'KeyJ' }],
  ['CmdOrCtrl+3', { key: '3', code: 'Digit3', with: ['Control'] }],
  ['CmdOrCtrl+3', { key: '"', code: 'Digit3', with: ['Control'] }],
  ['CmdOrCtrl+Shift+.', { key: '>', code: 'Period', with: ['Control', 'Shift'] }],
  ['CmdOrCtrl+Shift+.', { key: ':', code: 'Period', with: ['Control', 'Shift'] }],
  ['CmdOrCtrl+Plus', { key: '+', code: 'Equal', with: ['Control', 'Shift'] }],
  ['CmdOrCtrl+Plus', { key: '=', code: 'Equal', with: ['Control'] }],
  ['CmdOrCtrl+Plus', { key: '+', code: 'NumpadAdd', with: ['Control'] }],
  ['CmdOrCtrl+-', { key: '-', code: 'Minus', with: ['Control'] }],
  ['CmdOrCtrl+0', { key: '0', code: 'Digit0', with: ['Control'] }],
  ['Alt+Left', { key: 'ArrowLeft', code: 'ArrowLeft', with: ['Alt'] }],
  ['Shift+F6', { key: 'F6', code: 'F6', with: ['Shift'] }],
  ['?', { key: '?', code: 'Slash', with: ['Shift'] }],
  ['/', { key: '/', code: 'Slash' }],
])('%s is pressed by %j', (accelerator, pressed) => expect(isPress(accelerator, pressed)).toBe(true));

test.each<[string, Pressed]>([
  ['CmdOrCtrl+K', { key: 'k', code: 'KeyK' }],
  ['CmdOrCtrl+K', { key: 'K', code: 'KeyK', with: ['Control', 'Shift'] }],
  ['CmdOrCtrl+Shift+A', { key: 'Q', code: 'KeyA', with: ['Control', 'Shift'] }],
  ['F6', { key: 'F6', code: 'F6', with: ['Shift'] }],
  ['J', { key: 'j', code: 'KeyJ', with: ['Control'] }],
  ['CmdOrCtrl+F', { key: 'f', code: 'KeyF', with: ['Control', 'Alt'] }],
])('%s is not pressed by %j', (accelerator, pressed) => expect(isPress(accelerator, pressed)).toBe(false));
