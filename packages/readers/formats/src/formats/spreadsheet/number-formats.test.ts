import { utils, write } from '@e965/xlsx';
import { expect, test } from '@jest/globals';
import { markdownOf } from '../../../test/convert.fixture.ts';
import { createShowNumber } from './number-formats.ts';

const day = '45356';

test.each([
  ['dd.mm.yyyy', day, '05.03.2024'],
  ['d. m. yyyy', day, '5. 3. 2024'],
  ['yyyy.mm.dd', day, '2024.03.05'],
  ['d.m.yyyy h:mm', '45356.25', '5.3.2024 6:00'],
  ['[$-407]d. mmmm yyyy', day, '5. März 2024'],
  ['yyyy年m月d日', day, '2024年3月5日'],
  ['m/d/yyyy', day, '2024-03-05'],
  ['General" kg"', '12.5', '12.5 kg'],
  ['0 °C', '12', '12 °C'],
  ['#,##0.00 [$€-407]', '1234.5', '1,234.50 €'],
  ['# ?/?', '1.5', '1 1/2'],
  ['[h]:mm', '1.75', '42:00'],
  ['General', '4012345678901', '4012345678901'],
])('%s shows %s as %s', async (code, value, shown) => {
  const show = await createShowNumber(false);
  expect(show(value, code).trim()).toBe(shown);
});

test.each(['TT.MM.JJJJ', 'ДД.ММ.ГГГГ', 'dd/mm/yyyy[', 'rrrr-mm-dd'])(
  'a date whose code %s cannot be read is shown as a date, and not as a number of days',
  async (code) => {
    const show = await createShowNumber(false);
    expect(show(day, code)).toBe('2024-03-05');
    expect(show('45356.5', code)).toBe('2024-03-05 12:00:00');
  },
);

test('a number whose code cannot be read is shown as a number', async () => {
  const show = await createShowNumber(false);
  expect(show('12.5', 'Standard')).toBe('12.5');
});

test('what is no day of the calendar is shown as the number that it is', async () => {
  const show = await createShowNumber(false);
  expect(show('-5', 'dd.mm.yyyy')).toBe('-5');
  expect(show('99999999', 'dd.mm.yyyy')).toBe('99999999');
});

test('days are counted from 1904 where the workbook says so, and durations are not', async () => {
  const show = await createShowNumber(true);
  expect(show('43894', 'dd.mm.yyyy')).toBe('05.03.2024');
  expect(show('1.75', '[h]:mm')).toBe('42:00');
  expect(show('-0.25', '[h]:mm')).toBe('-6:00');
});

test.each(['xlsx', 'xlsb', 'biff8', 'biff5'] as const)(
  '%s: dates with dots are shown as dates, and literals keep their text',
  async (bookType) => {
    const sheet = utils.aoa_to_sheet([
      ['Due', 'Weight'],
      [45_356, 12.5],
    ]);
    sheet['A2'].z = 'dd.mm.yyyy';
    sheet['B2'].z = 'General" kg"';
    const workbook = utils.book_new();
    utils.book_append_sheet(workbook, sheet, 'S');
    const content = write(workbook, { type: 'buffer', bookType }) as Buffer;
    await expect(markdownOf('a', content)).resolves.toContain('| 05.03.2024 | 12.5 kg |');
  },
);
