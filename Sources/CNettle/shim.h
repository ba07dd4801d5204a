#pragma once
#include <nettle/sha2.h>
#include <nettle/hmac.h>
#include <nettle/pbkdf2.h>
