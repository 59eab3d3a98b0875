import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react';
import { uploadByUser } from '../../../lib/calls/upload.ts';
import { newIdempotencyKey } from '../../../lib/forms/idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { LiveRegion, useAnnouncement } from '../../../ui/notice.tsx';
import styles from '../composer/composer.module.css';
import { FilesOfText, type Sending } from './attached-files.tsx';
import { joinText, partText, type SendFile } from './attachments.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';

/**
 * What pickers offer; the server checks the bytes. Phones convert their own picture formats to one of these.
 */
const accepted =
  'image/png,image/jpeg,image/webp,image/gif,text/*,.txt,.log,.md,.json,.csv,.yaml,.yml,.xml,.sql,.ts,.js';

/** @param s_id whose batch's forum it is for: the student's email, for staff the batch's name */
export const attachTo =
  (s_id: string): SendFile =>
  (file, options) =>
    uploadByUser('attachFile', { params: { s_id }, fields: {}, file, ...options });

const load = () => loadPart(() => import('./attach-work.ts'));

const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

/**
 * By button, paste or drop. A file is uploaded at once; its mark ends the stored text. Lazy-loaded with the
 * first file.
 * @param options.form has the text's field
 * @param options.isIcon a button without words, for a short box
 * @returns `words`, the text without its attachments, and `setWords`; `list`: attachments and uploads;
 * `isAwaited`: whether sending has to wait for an upload, which it then says
 */
export function useAttach({
  form,
  text,
  onChange,
  onAttach,
  isIcon = false,
}: {
  form: RefObject<HTMLFormElement | null>;
  text: string;
  onChange: (text: string) => void;
  onAttach: SendFile;
  isIcon?: boolean;
}) {
  const [files, setFiles] = useState<readonly Sending[]>([]);
  const [notice, setNotice] = useAnnouncement();
  const [announcement, announce] = useAnnouncement();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef(new Map<string, AbortController>());
  const now = useRef({ text, onChange });
  useEffect(() => {
    Object.assign(now.current, { text, onChange });
  });
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((one) => one.abort());
  }, []);

  const { words, files: attached } = partText(text);
  const focusField = () => form.current?.querySelector('textarea')?.focus();
  const update = (id: string, fields: Partial<Sending>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...fields } : one)));

  function drop(id: string): void {
    running.current.get(id)?.abort();
    running.current.delete(id);
    setFiles((all) => all.filter((one) => one.id !== id));
    setNotice('');
  }

  async function send(id: string, file: File): Promise<void> {
    const sending = new AbortController();
    const { signal } = sending;
    running.current.set(id, sending);
    update(id, { failure: null, percent: 0 });
    const { sendFor } = await load();
    const onProgress = (share: number) => update(id, { percent: Math.round(share * 100) });
    const failure = await sendFor(now.current, {
      file,
      onAttach,
      idempotencyKey: id,
      signal,
      onProgress,
    });
    if (signal.aborted) return;
    running.current.delete(id);
    if (failure !== null) return update(id, { failure });
    drop(id);
    announce(`${file.name} is attached.`);
  }

  async function add(chosen: readonly File[]): Promise<void> {
    const work = await load().catch(() => null);
    if (work === null) return setNotice('You are offline, so nothing was attached. Your text is saved.');
    const room = work.roomIn(now.current.text, files.length);
    setNotice(chosen.length > room ? work.fullNotice : '');
    for (const file of chosen.slice(0, room)) {
      const id = newIdempotencyKey();
      setFiles((all) => [...all, { id, file, percent: 0, failure: null }]);
      void send(id, file);
    }
  }

  const choose = () => input.current?.click();
  const title = 'Attach a picture or a log';
  return {
    words,
    setWords: (changed: string) => onChange(joinText(changed, attached)),
    isAwaited: () => {
      if (running.current.size > 0) setNotice('A file is still being sent. Wait for it, or cancel it.');
      return running.current.size > 0;
    },
    events: {
      onPaste: (event: ClipboardEvent) => {
        const { files: pasted, types } = event.clipboardData;
        // Spreadsheet cells are also pasted as a picture; the text is meant.
        const isText = types.includes('text/plain') && types.includes('text/html');
        if (pasted.length === 0 || isText) return;
        event.preventDefault();
        void add([...pasted]);
      },
      onDragOver: (event: DragEvent) => {
        if (hasFiles(event.dataTransfer)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        void add([...event.dataTransfer.files]);
      },
    },
    button: (
      <span data-needs-script>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={accepted}
          aria-label="Attach files"
          onChange={({ target }) => {
            void add([...(target.files ?? [])]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        {isIcon ? (
          <button type="button" className={styles['clip']} title={title} onClick={choose}>
            <span className="visually-hidden">{title}</span>
            <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
              <path
                d="m15.5 9.2-5.6 5.6a3.4 3.4 0 0 1-4.8-4.8l6-6a2.3 2.3 0 0 1 3.2 3.2l-5.9 5.9a1.1 1.1 0 0 1-1.6-1.6l5.2-5.2"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </button>
        ) : (
          <Button variant="quiet" small title={title} onClick={choose}>
            Attach
          </Button>
        )}
      </span>
    ),
    list: (
      <>
        <LiveRegion announcement={announcement} />
        <FilesOfText
          attached={attached}
          sending={files}
          notice={notice}
          onRemove={(one) => {
            const others = attached.filter((other) => other !== one);
            onChange(joinText(words, others));
            focusField();
          }}
          onRetry={({ id, file }) => void send(id, file)}
          onDrop={({ id }) => {
            drop(id);
            focusField();
          }}
        />
      </>
    ),
  };
}
