// @vitest-environment jsdom
import { FluentProvider } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DateRange } from './date-range.tsx';

afterEach(cleanup);

const shown = (onChange: (range: { from: string; to: string }) => void) => {
  const Page = () => {
    const [range, setRange] = useState({ from: '2026-11-01', to: '' });
    return (
      <FluentProvider>
        <DateRange
          {...range}
          onChange={(next) => {
            setRange(next);
            onChange(next);
          }}
        />
      </FluentProvider>
    );
  };
  render(<Page />);
  return {
    from: screen.getByLabelText<HTMLInputElement>('From day'),
    to: screen.getByLabelText<HTMLInputElement>('To day'),
  };
};
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

it('shows and takes days as they are written in India', () => {
  const onChange = vi.fn<(range: { from: string; to: string }) => void>();
  const { from, to } = shown(onChange);
  expect(from.value).toBe('01-11-2026');
  type(to, '20-11-2026');
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-11-20' });
  type(to, '5/12/2026');
  fireEvent.blur(to);
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-01', to: '2026-12-05' });
  expect(to.value).toBe('05-12-2026');
  type(from, '');
  expect(onChange).toHaveBeenLastCalledWith({ from: '', to: '2026-12-05' });
});

it('says what is wrong with a day that the calendar does not have, and changes nothing', () => {
  const onChange = vi.fn<(range: { from: string; to: string }) => void>();
  const { to } = shown(onChange);
  type(to, '31-11-2026');
  fireEvent.blur(to);
  expect(to.value).toBe('31-11-2026');
  expect(to.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('Write a day such as 03-10-2026');
  expect(onChange).not.toHaveBeenCalled();
  type(to, '30-11-2026');
  expect(screen.queryByRole('status')).toBeNull();
});

it('goes a day on and back with the arrows', () => {
  const onChange = vi.fn<(range: { from: string; to: string }) => void>();
  const { from } = shown(onChange);
  fireEvent.keyDown(from, { key: 'ArrowDown' });
  expect(from.value).toBe('31-10-2026');
  fireEvent.keyDown(from, { key: 'ArrowUp' });
  expect(from.value).toBe('01-11-2026');
});
