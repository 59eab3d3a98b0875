import { expect } from 'vitest';
import type { Answer } from './test-app.ts';

/** A refusal in the one shape of the wire, and nothing beside it. */
export function expectHttpError(answer: Answer, status: number, code: string, what: string): void {
  expect(answer.status, what).toBe(status);
  expect(answer.body, what).toEqual({
    message: expect.stringMatching(/\w/),
    code,
    request_id: answer.headers['x-request-id'],
  });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
}
