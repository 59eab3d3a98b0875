import { useSite } from '../lib/page/site.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { pageMeta } from '../lib/page/page-meta.ts';
import { PageBody } from '../ui/frame.tsx';
import { Prose } from '../ui/prose.tsx';

const title = 'Accessibility';

export const meta = pageMeta(title, {
  name: 'description',
  content: 'How accessible the portal is, its known exceptions, and a contact.',
});

const checks = [
  'Every page is checked with axe-core against the rules of WCAG 2.0, 2.1 and 2.2, levels A and AA. Contrast is checked in light and dark colours, the size of buttons and links on a phone.',
  'No page scrolls sideways at a width of 320 pixels. No text is covered at twice the text size or at 200 % zoom.',
  'With the keyboard alone: signup, login, choosing a project, submitting, the viva, the forum, private questions, extension requests and marking.',
  'Ten tasks are read out by a program that follows the rules of screen readers. The spoken text is compared.',
  'Forms work without scripts. No meaning depends on colour alone. Animations stop where the device asks for less motion.',
];

const exceptions = [
  'Project documents, pictures and files that the academy or students upload. The portal does not check whether they are accessible. Pictures in the forum have their file name as description, unless the author writes a better one.',
  'Documents on other websites that a project page shows in a frame.',
  'Certificates and mark sheets for print are not among the pages that are checked.',
  'Texts by the academy, such as the terms, may be in another language or harder to read.',
  'The portal’s own words are in English only. A translation by the browser is possible on every page.',
];

export default function Accessibility() {
  const { academy, officeContact } = useSite();
  return (
    <PageBody width="reading">
      <Prose>
        <h1>{title}</h1>
        <p>
          {`${academy.name} wants every student to be able to use this portal. The goal is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. The portal meets them in part: the exceptions are below.`}
        </p>
        <h2>Checks</h2>
        <ul>
          {checks.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>
          These checks run with each version of the program. They find only a part of all barriers. Nobody
          outside has audited the portal, and it was not tested with people who use a screen reader every day.
        </p>
        <h2>Known exceptions</h2>
        <ul>
          {exceptions.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <h2>Contact</h2>
        <p>
          <span>
            Tell the office if something does not work for you, or if you need a document in another form. Say
            which page it was and what you use to read it.
          </span>
          {officeContact !== null && <OfficeContact />}
        </p>
      </Prose>
    </PageBody>
  );
}
