import { expect, test } from 'vitest';
import { internationalDigits, whatsApp } from './portal-link.ts';

const settings = { countryCode: '+91', publicUrl: null, host: '127.0.0.1', port: 3000 };

test.each([
  ['9876543210', '+91', '919876543210'],
  ['98765 432-10', '+91', '919876543210'],
  ['+44 7700 900123', '+91', '447700900123'],
  ['+44 7700 900123', null, '447700900123'],
  ['9876543210', null, null],
  ['0987654321', '+91', null],
  ['12345', '+91', null],
  ['+0123456789', '+91', null],
  ['+1234567890123456', null, null],
  ['', '+91', null],
])('%s in the country %s is %s', (phone, countryCode, digits) => {
  expect(internationalDigits(phone, countryCode)).toBe(digits);
});

test('the text is encoded, and without a number there is no link', () => {
  expect(whatsApp(settings, '9876543210', 'Hello Asha & Co, “ഹലോ”?')).toEqual({
    whatsapp: `https://wa.me/919876543210?text=${encodeURIComponent('Hello Asha & Co, “ഹലോ”?')}`,
  });
  expect(whatsApp(settings, null, 'Hello')).toEqual({});
});
