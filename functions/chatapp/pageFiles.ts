// Loaded apart from the Worker: the page's script and style, and the vendor's client.
export { identityClient, script, style } from 'virtual:chatappPage'
