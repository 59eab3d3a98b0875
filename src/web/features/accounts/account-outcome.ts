import type { AppSecret } from '#contract/accounts/second-factor-calls';
import type { NoticeName } from './navigation-notice.ts';

/** A message, or something shown only once. */
export type AccountOutcome = {
  message?: string;
  /** The message's name, for a form posted without script. */
  notice?: NoticeName;
  app?: AppSecret;
  codes?: string[];
};
