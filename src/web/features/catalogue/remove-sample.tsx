import type { Sample } from '#contract/catalogue/sample-calls';
import { catalogueAddress } from '#contract/catalogue/catalogue-view';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './catalogue.module.css';

function Part({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Fact name={title}>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </Fact>
  );
}

/** Who must move before the sample can go. */
function InTheWay({ reasons }: { reasons: readonly string[] }) {
  return (
    <Notice tone="warning" role="note" title="It cannot be removed while it is in use">
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}

function RemoveForm() {
  const form = useActionForm({ formName: 'remove-sample' });
  return (
    <ActionForm form={form} button="Remove the sample" variant="danger" gap={4}>
      <p>Everything is removed at once. While there is no other course, you can load it again.</p>
    </ActionForm>
  );
}

/** While there is no course. */
function LoadForm() {
  const form = useActionForm({ formName: 'load-sample' });
  return <ActionForm form={form} button="Load the example" variant="secondary" gap={3} />;
}

/** Removable if nobody uses it. */
export function RemoveSample({ sample }: { sample: Sample }) {
  const { is_there, courses, batches, projects, in_the_way } = sample;
  if (!is_there) {
    return (
      <EmptyState
        title="No sample data"
        action={
          <Row>
            <LoadForm />
            <ButtonLink variant="secondary" to={catalogueAddress()}>
              Open the catalogue
            </ButtonLink>
          </Row>
        }
      >
        <p>It was removed, or the portal started with its own catalogue.</p>
      </EmptyState>
    );
  }
  return (
    <Card className={styles['card']}>
      <dl className={styles['parts']}>
        <Part title="Courses" names={courses} />
        <Part title="Batches" names={batches} />
        <Part title="Projects" names={projects.map(({ id, name }) => `${id} ${name}`)} />
      </dl>
      {in_the_way.length > 0 ? <InTheWay reasons={in_the_way} /> : <RemoveForm />}
    </Card>
  );
}
