/** The page at `/v1/docs`. All its addresses are on this service. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fuelcard Desk API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
</head>
<body>
<noscript>This reference needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
<main id="reference"></main>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/reference.js"></script>
</body>
</html>
`

/** Starts Swagger UI without its validator badge, which would call a server on the internet. */
export const REFERENCE_SCRIPT = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
})
`
