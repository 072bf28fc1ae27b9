import { OfficeParser } from 'officeparser';

export async function readOfficeparser(path: string): Promise<string> {
  const document = await OfficeParser.parseOffice(path);
  const { value } = await document.to('md');
  return String(value);
}
