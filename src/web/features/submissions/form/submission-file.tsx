import { useSite } from '../../../lib/page/site.ts';
import { FileField } from '../../../ui/file-field.tsx';

/** Points out a file over the limit early; the server decides. */
export function SubmissionFile({
  file,
  onChange,
  disabled,
}: {
  file: File | null;
  onChange: (file: File | null) => void;
  disabled: boolean;
}) {
  const { maxUploadBytes } = useSite();
  const max = `${Math.floor(maxUploadBytes / 1024 / 1024)} MB`;
  const isLarge = file !== null && file.size > maxUploadBytes;
  return (
    <FileField
      label="File"
      name="files"
      hint={`One file, up to ${max}. To send several, put them in one ZIP file.`}
      error={isLarge && `This file is larger than ${max}. Choose a smaller one.`}
      file={file}
      onChange={onChange}
      disabled={disabled}
    />
  );
}
