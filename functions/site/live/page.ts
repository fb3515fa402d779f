import { copyButtons, rememberLanguage } from './page/samples.ts'
import { followContents, showCurrentPage } from './page/navigation.ts'
import { openSearch } from './page/openSearch.ts'

copyButtons(document)
followContents(document)
openSearch(document)
rememberLanguage(document)
showCurrentPage(document)
