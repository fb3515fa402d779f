/** Path of the page of an operation. */
export const operationPageUrl = (operationId: string): string => `/docs/operations/${operationId}`
