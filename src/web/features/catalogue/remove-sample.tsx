import type { FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { Sample } from '#contract/catalogue/sample-calls';
import { call, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { changingBatches } from './changing-batches.ts';
import styles from './remove-sample.module.css';

/** A kind of what is there, by its names. */
function Part({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

/** Who lives in the sample: what would have to move before it can go. */
function InTheWay({ reasons }: { reasons: readonly string[] }) {
  return (
    <Notice tone="warning" role="note" title="It stays as long as somebody lives in it">
      <ul className={styles['reasons']}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The press, with all that goes above it; a form of the screen before its script. */
function RemoveForm() {
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const refused = useRefusedForm();
  const keyOf = usePressKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      await changingBatches(() => call('removeSample', { idempotencyKey: keyOf('sample') }));
      await revalidate();
      tellScreen('sample-removed');
    });
  };
  const failure = error === null ? refused?.failure.message : errorMessage(error);
  return (
    <form method="post" onSubmit={submit} className={styles['form']}>
      <FormKey of="remove-sample" />
      <p>
        All of it goes at once. Whoever wants it back imports the folder <code>sample</code> of the portal.
      </p>
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <Button type="submit" variant="danger" busy={isBusy}>
        Remove the sample
      </Button>
    </form>
  );
}

/** What is there of the sample, and its removal where nobody lives in it. */
export function RemoveSample({ sample }: { sample: Sample }) {
  const { is_there, courses, batches, projects, in_the_way } = sample;
  if (!is_there) {
    return (
      <EmptyState title="There is no sample here">
        <p>It was removed, or the portal began with a catalogue of its own.</p>
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
