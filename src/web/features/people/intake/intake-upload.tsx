import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { intakeAddress } from '#contract/people/intake-fields';
import { errorMessage } from '../../../lib/calls/client.ts';
import { uploadSheet } from '../../../lib/calls/upload-sheet.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript } from '../../../ui/needs-script.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './intake.module.css';

/** Picks a spreadsheet, or takes one that is dropped, and opens it. */
export function IntakeUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [isMissing, setMissing] = useState(false);
  const { isBusy, error, run } = useMutation();
  const navigate = useNavigate();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(file === null);
    if (file === null) return;
    void run(async () => {
      const { id } = await uploadSheet(file);
      await navigate(intakeAddress(id));
    });
  };
  return (
    <>
      <NeedsScript>
        Reading a spreadsheet needs scripts. Turn them on for this page, or ask the operator for{' '}
        <code>capstone import</code>.
      </NeedsScript>
      <form className={styles['form']} onSubmit={submit} data-needs-script>
        <FileField
          label="Spreadsheet"
          hint="CSV or XLSX as you have it, with one person in each row. Nothing changes until you import it."
          file={file}
          onChange={(picked) => {
            setFile(picked);
            if (picked !== null) setMissing(false);
          }}
          error={isMissing && 'Please choose a spreadsheet.'}
          disabled={isBusy}
        />
        <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
        <div>
          <Button type="submit" busy={isBusy}>
            {isBusy ? 'Uploading…' : 'Upload the spreadsheet'}
          </Button>
        </div>
      </form>
    </>
  );
}
