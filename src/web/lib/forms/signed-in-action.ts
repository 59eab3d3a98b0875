import { data, type ActionFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { formAction, type PostedForm, type RefusedForm } from './form-action.ts';
import type { Call } from '../calls/client.ts';
import { pageContext } from '../page/page-context.ts';

/**
 * The `action` of a signed-in screen. Where the session has ended the form does not come back, for the screen is the
 * reader's: the layout shows what was typed, to be copied.
 * @param act as `formAction` has it
 */
export const signedInAction =
  <Outcome = never>(
    act: (call: Call, form: PostedForm & { user: CurrentUser }) => Promise<Response | Outcome>,
  ) =>
  async (args: ActionFunctionArgs) => {
    const page = args.context.get(pageContext);
    const { user } = page;
    if (user === null) {
      const failure = { status: 401, code: 'signed_out', message: messages.signedOut, retryAfter: null };
      const refused: RefusedForm = { failure, field: null, values: await page.readForm() };
      throw data(refused, { status: 401 });
    }
    return formAction((call, form) => act(call, { ...form, user }))(args);
  };
