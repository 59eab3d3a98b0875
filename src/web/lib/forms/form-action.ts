import { data, redirect, replace, type ActionFunctionArgs, type Params } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { CallError, failureOf, toFailure, type CallFailure } from '../calls/call-error.ts';
import { call as browserCall, type Call } from '../calls/client.ts';
import { errorsInWords, type FieldErrors } from '../field-errors.ts';
import { pageContext } from '../page/page-context.ts';
import { serverCall } from '../page/server-call.ts';
import { tellScreen } from '../screen-message.ts';
import { inBrowserOf, screenNoticeIn } from '../screen-notices.ts';
import { knownUser } from '../session/session.ts';
import { fieldsOf, type Fields, type InvalidField } from './form-fields.ts';

/** A form that was submitted to its screen. */
export type PostedForm = {
  /** Its fields; empty for a form that brings a file, whose fields are streamed. */
  fields: Fields;
  /** Null for nobody. */
  user: CurrentUser | null;
  params: Params;
  search: URLSearchParams;
};

/** Why a form was refused, with what was typed, but no password or code. */
export type RefusedForm = {
  failure: CallFailure;
  /** What is stored now, where others have changed meanwhile what the form was to change; else undefined. */
  current?: unknown;
  /** What is wrong with its fields, in the words of the screen; empty where the whole form is refused. */
  errors: FieldErrors;
  values: Fields;
};

class InvalidFieldsError extends CallError {
  readonly invalid: readonly InvalidField[];

  constructor(invalid: readonly InvalidField[]) {
    super(400, 'bad_request', invalid[0]?.message ?? '');
    this.invalid = invalid;
  }
}

/** Refuses a form for the screen's own checks, where one has failed. */
export function refuseInvalid(invalid: InvalidField | readonly [InvalidField]): never;
export function refuseInvalid(invalid: InvalidField | readonly InvalidField[] | null): void;
export function refuseInvalid(invalid: InvalidField | readonly InvalidField[] | null): void {
  const failed = [invalid ?? []].flat();
  if (failed.length > 0) throw new InvalidFieldsError(failed);
}

const secret = /password|^code$/i;

function toRefusedForm(error: unknown, failure: CallFailure, typed: Fields): RefusedForm {
  const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name)));
  if (error instanceof InvalidFieldsError) {
    const errors: Record<string, string> = {};
    for (const { field, message } of error.invalid) errors[field] ??= message;
    return { failure, errors, values };
  }
  const current = error instanceof CallError ? error.current : undefined;
  const refused = error instanceof CallError ? error.fields : [];
  return {
    failure,
    errors: errorsInWords(refused, failure.message, typed),
    values,
    ...(current !== undefined && { current }),
  };
}

/**
 * What a screen does with a form, described once: on the server `call` reaches the use cases inside the process, in the
 * browser it goes over HTTP. It returns a redirect, or an outcome that the screen shows.
 */
export type FormAct<Outcome, Form = PostedForm> = (call: Call, form: Form) => Promise<Response | Outcome>;

/** A screen's `action`, for forms that are posted without a script. A refused form shows the page again with what was typed. */
export const formAction =
  <Outcome = never>(act: FormAct<Outcome>) =>
  async ({ context, params }: ActionFunctionArgs) => {
    const page = context.get(pageContext);
    const search = new URLSearchParams(page.url.split('?', 2)[1]);
    try {
      return await act(serverCall(page), { fields: page.form ?? {}, user: page.user, params, search });
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      const { status, retryAfter } = failure;
      return data(toRefusedForm(error, failure, await page.readForm()), {
        status,
        headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
      });
    }
  };

/** The same on a signed-in screen. */
export type SignedInAct<Outcome = never> = FormAct<Outcome, PostedForm & { user: CurrentUser }>;

/**
 * The `action` of a signed-in screen. Where the session has ended the form does not come back, for the screen is the
 * reader's: the layout shows what was typed, to be copied.
 */
export const signedInAction =
  <Outcome = never>(act: SignedInAct<Outcome>) =>
  async (args: ActionFunctionArgs) => {
    const page = args.context.get(pageContext);
    const { user } = page;
    if (user === null) {
      const failure = { status: 401, code: 'signed_out', message: messages.signedOut, retryAfter: null };
      throw data(toRefusedForm(null, failure, await page.readForm()), { status: 401 });
    }
    return formAction<Outcome>((call, form) => act(call, { ...form, user }))(args);
  };

/** Where an act leads: the screen says its notice, and one that stays open keeps its search and is loaded again. */
function follow(response: Response, request: Request) {
  const from = new URL(request.url);
  const to = new URL(response.headers.get('Location') ?? '', from);
  const notice = screenNoticeIn(to.search);
  to.searchParams.delete('notice');
  if (notice !== null) tellScreen(notice, to.pathname);
  const { replaces = false, outcome = {} } = inBrowserOf(response);
  const isSame = String(to.searchParams) === String(from.searchParams);
  const stays = isSame || (notice !== null && !replaces && to.search === '');
  if (to.pathname === from.pathname && stays) return outcome;
  return (replaces ? replace : redirect)(to.pathname + to.search + to.hash);
}

/** What became of forms, by their Idempotency-Key: a form may be gone before it hears. */
const results = new Map<string, RefusedForm | object>();

/** What became of a form of this page; undefined where it was left before. */
export function takeResult(idempotencyKey: string): RefusedForm | object | undefined {
  const result = results.get(idempotencyKey);
  results.delete(idempotencyKey);
  return result;
}

/**
 * A screen's `clientAction`, for forms that are sent by their script (`useActionForm`): the same act, with the calls of the
 * browser. A refused form keeps what is loaded.
 * @param afterwards what else has changed, before the screen is loaded again
 */
export const browserAction =
  <Outcome extends object = never>(act: SignedInAct<Outcome>, afterwards?: (fields: Fields) => unknown) =>
  async ({ request, params }: ActionFunctionArgs) => {
    const fields = fieldsOf(await request.formData());
    const key = fields['Idempotency-Key'] ?? '';
    try {
      // On signed-in screens the user is known.
      const user = knownUser() as CurrentUser;
      const search = new URL(request.url).searchParams;
      const result = await act(browserCall, { fields, user, params, search });
      await afterwards?.(fields);
      results.set(key, result instanceof Response ? (inBrowserOf(result).outcome ?? {}) : result);
      return result instanceof Response ? follow(result, request) : result;
    } catch (error) {
      const failure = toFailure(error);
      const refused = toRefusedForm(error, failure, fields);
      results.set(key, refused);
      return data(refused, { status: Math.max(400, failure.status) });
    }
  };
