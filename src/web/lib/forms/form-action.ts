import {
  data,
  redirect,
  redirectDocument,
  replace,
  type ActionFunctionArgs,
  type Params,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { CallError, failureOf, isSignedOut, toFailure, type CallFailure } from '../calls/call-error.ts';
import { call as browserCall, type Call } from '../calls/client.ts';
import { errorsInWords, type FieldErrors } from '../field-errors.ts';
import { pageContext, searchOf, serverCall } from '../page/server-call.ts';
import { decodedPath, notSavedOffline, tellScreen } from '../screen-message.ts';
import { knownUser } from '../session/session.ts';
import { fieldsOf, type Fields, type InvalidField } from './form-fields.ts';

export type PostedForm = {
  /** Empty for a form with a file, whose fields are streamed. */
  fields: Fields;
  /** Also of a form with a file, once its call has read it. */
  readFields: () => Promise<Fields>;
  /** Null when signed out. */
  user: CurrentUser | null;
  params: Params;
  search: URLSearchParams;
};

/** With its fields except passwords and codes. */
export type RefusedForm = {
  failure: CallFailure;
  /** The stored version when others changed it meanwhile; else undefined. */
  current?: unknown;
  /** Empty when the whole form is refused. */
  errors: FieldErrors;
  values: Fields;
  /** In place of the first wrong value. */
  suggested?: readonly string[];
};

class InvalidFieldsError extends CallError {
  readonly invalid: readonly InvalidField[];

  constructor(invalid: readonly InvalidField[]) {
    super(400, 'bad_request', invalid[0]?.message ?? '');
    this.invalid = invalid;
  }
}

export function refuseInvalid(invalid: InvalidField | readonly [InvalidField]): never;
export function refuseInvalid(invalid: InvalidField | readonly InvalidField[] | null): void;
export function refuseInvalid(invalid: InvalidField | readonly InvalidField[] | null): void {
  const failed = [invalid ?? []].flat();
  if (failed.length > 0) throw new InvalidFieldsError(failed);
}

const secret = /password|^code$/i;

/** @param typed what the form shows again */
export function toRefusedForm(error: unknown, failure: CallFailure, typed: Fields): RefusedForm {
  const values = Object.fromEntries(Object.entries(typed).filter(([name]) => !secret.test(name)));
  if (error instanceof InvalidFieldsError) {
    const errors: Record<string, string> = {};
    for (const { field, message } of error.invalid) errors[field] ??= message;
    const { suggested } = error.invalid[0] ?? {};
    return { failure, errors, values, ...(suggested && { suggested }) };
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
 * Handles a form once for both sides: `call` is in-process on the server, HTTP in the browser. Returns a
 * redirect or an outcome to show.
 */
export type FormHandler<Outcome, Form = PostedForm> = (call: Call, form: Form) => Promise<Response | Outcome>;

/** The `action` for forms posted without a script; a refused form is shown again as typed. */
export const formAction =
  <Outcome = never>(handle: FormHandler<Outcome>) =>
  async ({ context, params }: ActionFunctionArgs) => {
    const page = context.get(pageContext);
    const search = searchOf(page.url);
    try {
      const { user } = page;
      const form = { fields: page.form ?? {}, readFields: () => page.readForm(), user, params, search };
      return await handle(serverCall(page), form);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      const { status, retryAfter } = failure;
      if (isSignedOut(error)) throw data(toRefusedForm(error, failure, await page.readForm()), { status });
      return data(toRefusedForm(error, failure, await page.readForm()), {
        status,
        headers: retryAfter === null ? {} : { 'Retry-After': String(retryAfter) },
      });
    }
  };

export type SignedInHandler<Outcome = never> = FormHandler<Outcome, PostedForm & { user: CurrentUser }>;

/** After the session has ended, the layout shows the typed text to copy. */
export const signedInAction =
  <Outcome = never>(handle: SignedInHandler<Outcome>) =>
  async (args: ActionFunctionArgs) => {
    const page = args.context.get(pageContext);
    const { user } = page;
    if (user === null) {
      const failure = { status: 401, code: 'signed_out', message: messages.signedOut, retryAfter: null };
      throw data(toRefusedForm(null, failure, await page.readForm()), { status: 401 });
    }
    return formAction<Outcome>((call, form) => handle(call, { ...form, user }))(args);
  };

/** A redirect's meaning for a form sent by script. */
export type InBrowser = {
  /** The address replaces the form's: of a renamed entry, or another state of the screen. */
  replaces?: boolean;
  /** Loads the document again: for a change of what surrounds every screen. */
  reloads?: boolean;
  /** For a form whose screen stays open. */
  outcome?: object;
  /** What the target screen says. */
  notice?: string;
};
export const inBrowser = new WeakMap<Response, InBrowser>();

/** Whether a redirect leads to the open screen, which keeps its search for a bare address. */
export function staysOpen(from: URL, to: URL, keepsSearch: boolean): boolean {
  const isSame = String(to.searchParams) === String(from.searchParams);
  return decodedPath(to) === decodedPath(from) && (isSame || (keepsSearch && to.search === ''));
}

/** Shows the redirect's notice; an open screen keeps its search and reloads. */
function follow(response: Response, request: Request, key: string) {
  const { replaces = false, reloads = false, outcome = {}, notice } = inBrowser.get(response) ?? {};
  const from = new URL(request.url);
  const to = new URL(response.headers.get('Location') ?? '', from);
  if (reloads) {
    results.set(key, outcome);
    return redirectDocument(to.pathname + to.search + to.hash);
  }
  to.searchParams.delete('notice');
  if (notice !== undefined) tellScreen(notice, decodedPath(to));
  results.set(key, outcome);
  if (staysOpen(from, to, notice !== undefined && !replaces)) return outcome;
  return (replaces ? replace : redirect)(to.pathname + to.search + to.hash);
}

/** Outcomes by Idempotency-Key: a form may unmount before its answer. */
const results = new Map<string, RefusedForm | object>();

/** Null if the screen was left first. */
export function takeResult(idempotencyKey: string): RefusedForm | object | null {
  const result = results.get(idempotencyKey) ?? null;
  results.delete(idempotencyKey);
  return result;
}

/**
 * The `clientAction` for `useActionForm`. A refused form reloads nothing.
 * @param afterwards applies other changes before the screen reloads
 */
export const browserAction =
  <Outcome extends object = never>(
    handle: SignedInHandler<Outcome>,
    afterwards?: (fields: Fields) => unknown,
  ) =>
  async ({ request, params }: ActionFunctionArgs) => {
    const fields = fieldsOf(await request.formData());
    const key = fields['Idempotency-Key'] ?? '';
    try {
      const user = knownUser() as CurrentUser;
      const search = new URL(request.url).searchParams;
      const result = await handle(browserCall, {
        fields,
        readFields: async () => fields,
        user,
        params,
        search,
      });
      await afterwards?.(fields);
      if (result instanceof Response) return follow(result, request, key);
      results.set(key, result);
      return result;
    } catch (error) {
      const failure = toFailure(error);
      if (!failure.status && !navigator.onLine) failure.message = notSavedOffline;
      const refused = toRefusedForm(error, failure, fields);
      results.set(key, refused);
      return data(refused, { status: Math.max(400, failure.status) });
    }
  };
