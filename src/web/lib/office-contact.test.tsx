import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfficeContact } from './office-contact.tsx';
import { defaultSite, SiteContext } from './page/site.ts';

test.each([
  ['mailto:office@example.test', 'office@example.test'],
  ['tel:+914712345678', '+914712345678'],
  ['https://academy.example.test/office/', 'academy.example.test/office'],
])('the office is reached at %s, which is shown without its scheme', (officeContact, shown) => {
  const { container } = render(
    <SiteContext value={{ ...defaultSite, officeContact }}>
      <OfficeContact />
    </SiteContext>,
  );
  expect(container.textContent).toBe(` The office: ${shown}.`);
  expect(container.querySelector('a')?.getAttribute('href')).toBe(officeContact);
});

test('without a setting nothing is added', () => {
  expect(render(<OfficeContact />).container.textContent).toBe('');
});
