import type { AppSecret } from '#contract/accounts/second-factor-calls';
import type { NoticeName } from './navigation-notice.ts';

/** What a form of the account's screen shows: a message, or what is shown this once. */
export type AccountOutcome = {
  message?: string;
  /** Names the message where the form was posted without a script. */
  notice?: NoticeName;
  app?: AppSecret;
  codes?: string[];
};
