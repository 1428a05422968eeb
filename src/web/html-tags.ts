/** Elements that do not run on in a line, so that words on either side of their tags are two. */
export const BREAKS_WORDS: ReadonlySet<string> = new Set(
  (
    'address article aside audio blockquote body br button canvas caption center dd details ' +
    'dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html iframe input legend li listing main menu nav noscript object ol ' +
    'optgroup option p plaintext pre search section select summary svg table tbody td template ' +
    'textarea tfoot th thead title tr ul video xmp'
  ).split(' '),
)

/** Elements whose content is one run of characters, none of it shown in the page. */
export const RAW_AND_HIDDEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'iframe',
  'noembed',
  'noframes',
])

/** HTML §13.2.6.5: inside `<svg>`, these end it, closed or not. */
export const ENDS_SVG: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img ' +
    'li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
)
