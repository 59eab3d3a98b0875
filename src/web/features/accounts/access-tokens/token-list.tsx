import type { AccessToken } from '#contract/accounts/access-token-calls';
import { useActionForm } from '../../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { FoldSummary, Row, Small, Stack } from '../../../ui/layout.tsx';
import { Day } from '../../../ui/time.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { scopeWords } from './scope-words.ts';
import styles from './access-tokens.module.css';

function Revoke({ token: { id, name } }: { token: AccessToken }) {
  const form = useActionForm({ formName: 'revoke', target: { token: id } });
  return (
    <details>
      <FoldSummary>
        Revoke <span className="visually-hidden">{name}</span>
      </FoldSummary>
      <ActionForm form={form} button={`Revoke ${name}`} variant="danger">
        <p>Programs that use this token stop working at once.</p>
      </ActionForm>
    </details>
  );
}

export function TokenList({ tokens, now }: { tokens: readonly AccessToken[]; now: string }) {
  return (
    <Stack as="ul" gap={1} className={styles['list']}>
      {tokens.map((token) => {
        const { id, name, scopes, batch, ends_at, used_at } = token;
        const isOver = ends_at <= now;
        return (
          <li key={id}>
            <Row gap={2}>
              <span className={styles['name']}>{name}</span>
              {isOver && <span className={styles['ended']}>Ended</span>}
            </Row>
            <div>
              {scopes.map((scope) => (
                <p key={scope}>
                  {scope === 'batch:read' && batch !== null
                    ? `Read lists, marks and exports of ${batch}`
                    : scopeWords[scope]}
                </p>
              ))}
            </div>
            <Small>
              {used_at === null ? (
                <span>Never used, </span>
              ) : (
                <>
                  <span>Last used </span>
                  <TimeAgo value={used_at} />
                  <span>, </span>
                </>
              )}
              <span>{isOver ? 'ended ' : 'ends '}</span>
              <Day value={ends_at} />
            </Small>
            <Revoke token={token} />
          </li>
        );
      })}
    </Stack>
  );
}
