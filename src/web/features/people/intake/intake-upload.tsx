import { useState } from 'react';
import { useNavigate } from 'react-router';
import { columnsProblem, intakeAddress } from '#contract/people/intake-fields';
import { paths } from '#contract/paths';
import { call, errorMessage, type AnswerOf } from '../../../lib/calls/client.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { FileField } from '../../../ui/file-field.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript } from '../../../ui/needs-script.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { offlineError, toCallError } from '../../../lib/calls/call-error.ts';
import { countAsWork } from '../../../lib/forms/unfinished.ts';

/** Uploads a picked or dropped spreadsheet at once, and opens its preview where the columns are known. */
export function IntakeUpload() {
  const [file, setFile] = useState<File | null>(null);
  const { isBusy, error, run } = useMutation();
  const navigate = useNavigate();
  const upload = (picked: File) =>
    run(async () => {
      const { id, columns } = await uploadSheet(picked);
      const isKnown = columnsProblem(columns) === null;
      const checked = isKnown ? await call('checkIntake', { params: { id }, body: { columns } }) : null;
      await navigate(
        intakeAddress(id, { show: checked !== null && checked.counts.wrong > 0 ? 'wrong' : null }),
      );
    });
  return (
    <>
      <NeedsScript>
        Reading a spreadsheet needs JavaScript. Turn it on for this page, or ask the operator for{' '}
        <code>capstone import</code>.
      </NeedsScript>
      <div data-needs-script>
        <FileField
          label="Spreadsheet"
          accept=".csv,.xlsx,.txt"
          hint={
            isBusy
              ? 'Uploading…'
              : 'CSV or XLSX, with one person in each row. Nothing changes until you import it.'
          }
          file={file}
          onChange={(picked) => {
            setFile(picked);
            if (picked !== null) void upload(picked);
          }}
          disabled={isBusy}
        />
        <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      </div>
    </>
  );
}

/** @throws CallError as `call` does */
async function uploadSheet(file: File): Promise<AnswerOf<'uploadIntake'>> {
  const { method, path } = paths.uploadIntake;
  const body = new FormData();
  body.append('file', file, file.name);
  let response: Response;
  try {
    response = await countAsWork(fetch(path, { method, body, headers: { Accept: 'application/json' } }));
  } catch {
    throw offlineError();
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as AnswerOf<'uploadIntake'>;
  throw toCallError(response.status, answer, response.headers.get('Retry-After'));
}
