import { expect, it } from 'vitest';
import { z } from 'zod';
import { post } from './endpoint.ts';

it('what a call takes is built when it is first needed, once, and stays the same', () => {
  let built = 0;
  const call = post('/somewhere/{id}', {
    right: null,
    params: () => {
      built++;
      return z.object({ id: z.coerce.number() });
    },
    input: () => {
      built++;
      return z.object({ name: z.string() });
    },
    output: z.object({}),
  });
  expect(call.path).toBe('/somewhere/{id}');
  expect(call.money).toBeNull();
  expect(built).toBe(0);
  expect(z.safeParse(call.body, { name: 'x' }).success).toBe(true);
  expect(z.safeParse(call.body, {}).success).toBe(false);
  expect(call.body).toBe(call.body);
  expect(built).toBe(1);
  expect(z.safeParse(call.params, { id: '7' }).data).toEqual({ id: 7 });
  expect(built).toBe(2);
});
