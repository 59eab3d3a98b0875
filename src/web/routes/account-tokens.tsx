import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { AccessToken } from '#contract/accounts/access-token-calls';
import { dayMs } from '#contract/durations';
import { isoInstant } from '#contract/dates';
import {
  readToken,
  TokenForm,
  type ShownToken,
  type TokenDays,
} from '../features/accounts/access-tokens/token-form.tsx';
import { TokenList } from '../features/accounts/access-tokens/token-list.tsx';
import styles from '../features/accounts/access-tokens/access-tokens.module.css';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { ScreenHead, Small } from '../ui/layout.tsx';
import { Section, staffLoad, StaffScreen } from './staff-screen.tsx';

const title = 'API tokens';
export const meta = pageMeta(title);

type Page = { tokens: readonly AccessToken[]; now: string; days: TokenDays };

const usualDays = 90;
/** One less than the portal takes, whose zone may be behind. */
const mostDays = 364;

const load = staffLoad(async (call): Promise<Page> => {
  const { tokens } = await call('listAccessTokens');
  const now = Date.now();
  const day = (later: number) => isoInstant(now + later * dayMs).slice(0, 10);
  return {
    tokens,
    now: isoInstant(now),
    days: { first: day(0), usual: day(usualDays), last: day(mostDays) },
  };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'token-revoked': 'The API token is revoked.',
});

const changeTokens: SignedInHandler<ShownToken> = async (call, { fields }) => {
  const { act: formName, token = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'revoke') {
    await call('revokeAccessToken', { params: { id: token }, idempotencyKey });
    return redirectWithNotice('/account/tokens', 'token-revoked');
  }
  return { made: await call('createAccessToken', { body: readToken(fields), idempotencyKey }) };
};
export const action = signedInAction(changeTokens);
export const clientAction = browserAction(changeTokens);

function AccountTokensScreen({ tokens, now, days, user }: Page & { user: CurrentUser }) {
  return (
    <>
      <ScreenHead title={title} />
      <Section title="New token" isHidden>
        <TokenForm user={user} days={days} />
        <Small>
          A program uses a token instead of your password. It never does more than you may, and marks nothing.
        </Small>
        <p>
          <Link to="/account">Your account</Link>
        </p>
      </Section>
      {tokens.length > 0 && (
        <Section title="Your tokens">
          <Small>
            All of them stop working when you change your password, log out everywhere or get another role.
          </Small>
          <TokenList tokens={tokens} now={now} />
        </Section>
      )}
    </>
  );
}

export default function AccountTokens() {
  return (
    <StaffScreen<Page>
      className={styles['page']}
      title={title}
      failure="Your API tokens could not be loaded"
      skeleton={['form', 3]}
    >
      {(loaded, user) => <AccountTokensScreen user={user} {...loaded} />}
    </StaffScreen>
  );
}
