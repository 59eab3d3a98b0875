import type { ReactNode } from 'react';
import { Button, ButtonLink } from './button.tsx';
import { Form } from './form.tsx';
import { Row } from './layout.tsx';
import styles from './notice.module.css';
import { Notice } from './notice.tsx';

type Versions = {
  title: string;
  theirsLabel: ReactNode;
  theirs: ReactNode;
  mineLabel: ReactNode;
  mine: ReactNode;
};

function TwoVersions({
  title,
  theirsLabel,
  theirs,
  mineLabel,
  mine,
  children,
}: Versions & { children: ReactNode }) {
  return (
    <Notice tone="warning" role="alert" title={title}>
      <dl className={styles['versions']}>
        <div className={styles['version']}>
          <dt>{theirsLabel}</dt>
          <dd>{theirs}</dd>
        </div>
        <div className={styles['version']}>
          <dt>{mineLabel}</dt>
          <dd>{mine}</dd>
        </div>
      </dl>
      {children}
    </Notice>
  );
}

export const changedMeanwhile =
  'Somebody else has changed this in the meantime. Your version is not saved yet.';

const sendMine = 'Save mine anyway';
const keepTheirs = 'Keep the other version';

/** Two versions side by side; the user chooses. */
export function ConflictNotice({
  onSendMine,
  onKeepTheirs,
  ...versions
}: Versions & { onSendMine: () => void; onKeepTheirs: () => void }) {
  return (
    <TwoVersions {...versions}>
      <Row gap={2}>
        <Button small variant="secondary" onClick={onSendMine}>
          {sendMine}
        </Button>
        <Button small onClick={onKeepTheirs}>
          {keepTheirs}
        </Button>
      </Row>
    </TwoVersions>
  );
}

/**
 * For a form posted without script.
 * @param fields posted to save one's own version
 * @param to where the other version is shown
 */
export function PostedConflictNotice({
  fields,
  to,
  ...versions
}: Versions & { fields: Readonly<Record<string, string>>; to: string }) {
  return (
    <TwoVersions {...versions}>
      <Form form={{ hidden: fields }} autoComplete="off">
        <Row gap={2}>
          <Button type="submit" small variant="secondary">
            {sendMine}
          </Button>
          <ButtonLink to={to} small reloadDocument>
            {keepTheirs}
          </ButtonLink>
        </Row>
      </Form>
    </TwoVersions>
  );
}
