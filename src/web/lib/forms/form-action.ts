import { data, type ActionFunctionArgs, type Params } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { CallError, failureOf, type CallFailure, type FieldError } from '../calls/call-error.ts';
import type { Call } from '../calls/client.ts';
import type { Fields, InvalidField } from './form-fields.ts';
import { pageContext } from '../page/page-context.ts';
import { serverCall } from '../page/server-call.ts';

/** A form that was posted to its page, because its script did not run (yet). */
export type PostedForm = {
  /** Its fields; empty for a form that brings a file, whose fields are streamed. */
  fields: Fields;
  /** Null for nobody. */
  user: CurrentUser | null;
  params: Params;
  search: URLSearchParams;
};

/** What a refused form is shown with, as `useActionData` has it: why, and what was typed, but no password or code. */
export type RefusedForm = {
  failure: CallFailure;
  /** What stands there now, where others have changed meanwhile what the form was to change; else undefined. */
  current?: unknown;
  /** The field that one of the screen's own checks refused; null where a call was refused. */
  field: string | null;
  /** What is wrong with each field that a call has refused. */
  fields?: readonly FieldError[];
  values: Fields;
};

class InvalidFieldError extends CallError {
  readonly field: string;

  constructor({ field, message }: InvalidField) {
    super(400, 'bad_request', message);
    this.field = field;
  }
}

/** Refuses a posted form for the check that its script would have shown. */
export function refuseInvalid(invalid: InvalidField): never;
export function refuseInvalid(invalid: InvalidField | null): void;
export function refuseInvalid(invalid: InvalidField | null): void {
  if (invalid !== null) throw new InvalidFieldError(invalid);
}

const secret = /password|^code$/i;

/**
 * A screen's `action`, which runs on the server only: with its script a form makes the same calls from the browser.
 * @param act makes the calls, and gives a redirect, or what the page shows as the outcome; what it refuses, and a call that
 *   is refused, show the page again with what was typed
 */
export const formAction =
  <Outcome = never>(act: (call: Call, form: PostedForm) => Promise<Response | Outcome>) =>
  async ({ context, params }: ActionFunctionArgs) => {
    const page = context.get(pageContext);
    const fields = page.form ?? {};
    const search = new URLSearchParams(page.url.split('?', 2)[1]);
    try {
      return await act(serverCall(page), { fields, user: page.user, params, search });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      const kept = Object.entries(await page.readForm()).filter(([name]) => !secret.test(name));
      const field = error instanceof InvalidFieldError ? error.field : null;
      const current = error instanceof CallError ? error.current : undefined;
      const values = Object.fromEntries(kept);
      const fields = error instanceof CallError ? error.fields : [];
      const refused: RefusedForm = {
        failure,
        field,
        values,
        ...(fields.length > 0 && { fields }),
        ...(current !== undefined && { current }),
      };
      const { status, retryAfter } = failure;
      return data(refused, {
        status,
        headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
      });
    }
  };
