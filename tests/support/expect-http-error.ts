import { expect } from 'vitest';
import type { Answer } from './test-app.ts';

/**
 * A refusal in the one shape of the wire, and nothing beside it.
 * @param tellsFields whether the call's 400 may name wrong fields
 */
export function expectHttpError(
  answer: Answer,
  status: number,
  code: string,
  what: string,
  tellsFields = false,
): void {
  expect(answer.status, what).toBe(status);
  const { fields, ...body } = answer.body as { fields?: unknown };
  expect(body, what).toEqual({
    message: expect.stringMatching(/\w/),
    code,
    request_id: answer.headers['x-request-id'],
  });
  if (fields !== undefined) {
    expect([tellsFields, status], what).toEqual([true, 400]);
    expect(fields, what).toEqual(
      expect.arrayContaining([{ name: expect.any(String), message: expect.stringMatching(/\w/) }]),
    );
  }
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
}
