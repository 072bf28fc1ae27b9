/**
 * The passwords that office programs set and try themselves, where a person has only protected a file against changes: Excel's and
 * PowerPoint's. [MS-OFFCRYPTO] 4, [MS-XLS] 2.2.10.
 */
export const workbookPassword = 'VelvetSweatshop';
export const defaultPasswords = [workbookPassword, '/01Hannes Ruescher/01'];
