import { useRef } from 'react';
import { useLoaderData } from 'react-router';
import { limits } from '#contract/limits';
import type { Phrase } from '#contract/marking/phrase-calls';
import { pageTitle } from '#contract/screens';
import { WrongRole } from '../features/frame/wrong-role.tsx';
import { ChangePhrase, DeletePhrase, PhraseForm } from '../features/marking/phrases/phrase-forms.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { FoldSummary, Small, Stack, ScreenHead } from '../ui/layout.tsx';
import { PageBody } from '../ui/frame.tsx';
import { ListSkeleton } from '../ui/states.tsx';
import { ResultPart } from './load-error.tsx';
import { staffLoad, type StaffData } from './staff-screen.tsx';
import styles from '../features/marking/phrases/phrases.module.css';

export const meta = () => [{ title: pageTitle('Your phrases') }];

const load = staffLoad((call) => call('listPhrases', {}));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const readPhrase = ({ name = '', text = '' }: Fields) => ({ name, text });

const changePhrases: SignedInAct = async (call, { fields }) => {
  const { act, phrase = '', name = '', text = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (act === 'delete') {
    await call('deletePhrase', { params: { phrase }, body: removalBody(fields), idempotencyKey });
    return redirectWithNotice('/staff/phrases', 'phrase-deleted');
  }
  if (act === 'change')
    await call('changePhrase', { params: { phrase }, body: changedBody(fields, readPhrase), idempotencyKey });
  else await call('addPhrase', { body: { name, text }, idempotencyKey });
  return redirectWithNotice('/staff/phrases', 'phrase-kept');
};
export const action = signedInAction(changePhrases);
export const clientAction = browserAction(changePhrases);

function Phrases({ phrases }: { phrases: readonly Phrase[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      {phrases.length < limits.phrases && (
        <Stack as="section" gap={3} aria-labelledby="new">
          <h2 id="new">A new phrase</h2>
          <PhraseForm />
        </Stack>
      )}
      <Stack as="section" gap={3} aria-labelledby="own">
        <h2 id="own" ref={heading} tabIndex={-1}>
          {phrases.length === 0 ? 'No phrases yet' : `${phrases.length} of at most ${limits.phrases}`}
        </h2>
        <Small>Only you see your phrases.</Small>
        <Stack as="ul" gap={3}>
          {phrases.map((phrase) => (
            <li key={phrase.id} className={styles['phrase']}>
              <div className={styles['head']}>
                <strong className={styles['name']}>{`;${phrase.name}`}</strong>
                <DeletePhrase phrase={phrase} onDeleted={() => heading.current?.focus()} />
              </div>
              <p className={styles['text']}>{phrase.text}</p>
              <details>
                <FoldSummary>
                  Change <span className="visually-hidden">{`;${phrase.name}`}</span>
                </FoldSummary>
                <ChangePhrase phrase={phrase} />
              </details>
            </li>
          ))}
        </Stack>
      </Stack>
    </>
  );
}

export default function StaffPhrases() {
  const { user, page } = useLoaderData<StaffData<readonly Phrase[]>>();
  return (
    <PageBody width="work" className={styles['page']}>
      <ScreenHead title="Your phrases" />
      {page === null ? (
        <WrongRole user={user} />
      ) : (
        <AwaitData data={page.data} skeleton={<ListSkeleton />}>
          {(result) => (
            <ResultPart result={result} title="Your phrases could not be loaded">
              {(phrases) => <Phrases phrases={phrases} />}
            </ResultPart>
          )}
        </AwaitData>
      )}
    </PageBody>
  );
}
