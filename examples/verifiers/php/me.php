<?php

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/Verifier.php';

use Psr\Http\Client\ClientExceptionInterface;
use Symfony\Component\Cache\Adapter\ApcuAdapter;

function answer(int $status, array $body): never
{
    http_response_code($status);
    header('content-type: application/json');
    exit(json_encode($body));
}

$verifier = new Verifier(
    getenv('AUTH_URL') ?: 'http://localhost:8080',
    getenv('AUTH_PROJECT') ?: 'demo',
    new ApcuAdapter(),
);
if (!preg_match('/^Bearer (\S+)$/', $_SERVER['HTTP_AUTHORIZATION'] ?? '', $bearer)) {
    answer(401, ['title' => 'send the access token as authorization: Bearer']);
}
try {
    $claims = $verifier->verify($bearer[1]);
} catch (ClientExceptionInterface) {
    answer(503, ['title' => 'cannot fetch the keys']);
} catch (Exception) {
    answer(401, ['title' => 'the token is not good']);
}
answer(200, ['userId' => $claims->sub, 'isAnonymous' => $claims->anonymous ?? false]);
