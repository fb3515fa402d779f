/** Path on the host of the part of the OpenAPI document that describes one operation. */
export const operationUrl = (operationId: string): string => `/api/v1/spec/operations/${operationId}.json`
