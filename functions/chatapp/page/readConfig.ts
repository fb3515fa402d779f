/** Settings of the deployment in the document (functions/chatapp/pageDocuments.ts). */
export interface PageConfig {
  /** Path of the API on the page's own origin. */
  readonly api: string
  readonly appUrl: string
  readonly idpAppId: string
  readonly idpUrl: string
  readonly client: 'rest' | 'vendor' | 'none'
}

export const readConfig = ({ dataset }: HTMLElement): PageConfig => ({
  api: dataset['api'] ?? '/api',
  appUrl: dataset['appUrl'] ?? '',
  idpAppId: dataset['idpAppId'] ?? '',
  idpUrl: dataset['idpUrl'] ?? '',
  client: dataset['client'] === 'rest' || dataset['client'] === 'vendor' ? dataset['client'] : 'none',
})
