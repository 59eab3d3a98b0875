import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CallError } from '../../lib/client.ts';
import { useDraft } from '../../lib/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { HandInFile } from './hand-in-file.tsx';
import styles from './hand-in-form.module.css';
import { HandInProgress } from './hand-in-progress.tsx';
import { HandInTrouble } from './hand-in-trouble.tsx';
import { useHandIn, type HandedIn, type HandInCall } from './use-hand-in.ts';

export type HandInFormProps = {
  call: HandInCall;
  s_id: string;
  /** Stands above the other fields. */
  first?: ReactNode;
  /** Sent along with what the form holds. */
  extra?: Readonly<Record<string, string>>;
  hasLinks?: boolean;
  /** Words that refuse what is not worth sending; null sends it. Most forms leave this to the server. */
  refuse?: (comments: string, file: File | null) => string | null;
  /** Whether the form takes the focus when it appears. */
  takesFocus?: boolean;
  onReceipt: (answer: HandedIn) => void;
  /** Something was cancelled which may have arrived all the same. */
  onCancelled: () => void;
};

/** Links, one file, comments, and what becomes of them. Everything typed and picked stays until there is a receipt. */
export function HandInForm(props: HandInFormProps) {
  const { call, s_id, extra, hasLinks = true, onReceipt } = props;
  const [links, setLinks] = useDraft(`${s_id} ${call} links`);
  const [comments, setComments] = useDraft(`${s_id} ${call} comments`);
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state, send, stop } = useHandIn(call, s_id, (answer) => {
    setLinks('');
    setComments('');
    setFile(null);
    onReceipt(answer);
  });
  const isSending = state.phase === 'sending';
  const failure = refusal ?? state.failure;

  useEffect(() => {
    if (props.takesFocus) form.current?.querySelector('textarea')?.focus();
  }, [props.takesFocus]);

  /** What is changed while it waits to be sent again is no longer what was meant to be sent. */
  const edit =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      if (state.phase === 'waiting') stop();
      set(value);
    };

  function submit(): void {
    const words = props.refuse?.(comments, file) ?? null;
    setRefusal(words === null ? null : new CallError(0, 'incomplete', words));
    if (words !== null) {
      const isMissingText = comments.trim() === '';
      form.current?.querySelector<HTMLElement>(isMissingText ? 'textarea' : 'input[type=file]')?.focus();
      return;
    }
    void send({ fields: { ...extra, ...(hasLinks && { links }), comments }, file });
  }

  const picker = <HandInFile file={file} onChange={edit(setFile)} disabled={isSending} />;
  const words = (
    <TextArea
      label="Comments"
      name="comments"
      rows={4}
      readOnly={isSending}
      value={comments}
      onChange={(event) => edit(setComments)(event.target.value)}
    />
  );
  return (
    <Card>
      <form
        ref={form}
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) submit();
        }}
      >
        {props.first !== undefined && <fieldset disabled={state.phase !== 'editing'}>{props.first}</fieldset>}
        {hasLinks && (
          <TextArea
            label="Links"
            hint="Your repository, a running copy, a document. One a line."
            name="links"
            rows={2}
            inputMode="url"
            spellCheck={false}
            readOnly={isSending}
            value={links}
            onChange={(event) => edit(setLinks)(event.target.value)}
          />
        )}
        {!hasLinks && words}
        {picker}
        {hasLinks && words}
        {failure !== null && <HandInTrouble failure={failure} isRepeating={state.phase !== 'editing'} />}
        {state.phase !== 'editing' && (
          <HandInProgress
            state={state}
            onCancel={() => {
              stop();
              props.onCancelled();
            }}
          />
        )}
        <div>
          <Button type="submit" busy={isSending}>
            Submit
          </Button>
        </div>
      </form>
    </Card>
  );
}
