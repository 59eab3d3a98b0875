import { useRevalidator } from 'react-router';
import { backgroundLimits, type CertificateKind } from '#contract/certificates/wording';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useUpload } from '../../lib/forms/use-upload.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';

const megabytes = backgroundLimits.bytes / 1024 / 1024;

/** Stored when it is picked; the preview shows it. */
export function BackgroundField({ kind, stored }: { kind: CertificateKind; stored: string | null }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, upload } = useUpload('putBackground', revalidate, () => void revalidate());
  const removal = useActionForm({
    formName: 'remove-background',
    target: { kind },
    hidden: { original: stored ?? '' },
    keepsPlace: true,
    // What somebody else has stored is shown before it is changed.
    onRefused: () => void revalidate(),
  });
  return (
    <Stack gap={2}>
      <div data-needs-script>
        <FileField
          label="Picture behind the words"
          hint={`PNG, JPEG or WebP in the shape of A4 landscape, light behind the words, at most ${megabytes} MB. It replaces the frame. It is saved at once; issued papers keep theirs.`}
          accept=".png,.jpg,.jpeg,.webp"
          disabled={isBusy}
          file={null}
          onChange={(file) => file !== null && upload(file, { kind, original: stored ?? '' })}
        />
      </div>
      {stored !== null && <ActionForm form={removal} button="Remove picture" small />}
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
    </Stack>
  );
}
