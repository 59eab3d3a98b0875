import { data, type ActionFunctionArgs, type Params } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { failureOf, type CallFailure } from './call-error.ts';
import type { Call } from './client.ts';
import { pageOf } from './page-context.ts';
import { serverCall } from './server-call.ts';

/** A form that was posted to its page, because its script did not run (yet). */
export type PostedForm = {
  /** Its fields; empty for a form that brings a file, whose fields are streamed. */
  fields: Readonly<Record<string, string>>;
  /** Null for nobody. */
  user: CurrentUser | null;
  params: Params;
  search: URLSearchParams;
};

/** What a refused form is shown with, as `useActionData` has it: why, and what was typed, but no password. */
export type RefusedForm = { failure: CallFailure; values: Readonly<Record<string, string>> };

const secret = /password/i;

/**
 * A screen's `action`, which runs on the server only: with its script a form makes the same calls from the browser.
 * @param act makes the calls and gives a redirect; a call that is refused shows the page again with what was typed
 */
export const formAction =
  (act: (call: Call, form: PostedForm) => Promise<Response>) =>
  async ({ context, request, params }: ActionFunctionArgs) => {
    const page = await pageOf(context, request);
    const fields = page.form ?? {};
    const search = new URLSearchParams(page.url.split('?', 2)[1]);
    try {
      return await act(serverCall(page), { fields, user: page.user, params, search });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      const kept = Object.entries(await page.readForm()).filter(([name]) => !secret.test(name));
      const refused: RefusedForm = { failure, values: Object.fromEntries(kept) };
      const { status, retryAfter } = failure;
      return data(refused, {
        status,
        headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
      });
    }
  };
