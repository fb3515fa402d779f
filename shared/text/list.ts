/** Items of a list separated by commas or blanks. */
export const list = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((item) => item !== '')
