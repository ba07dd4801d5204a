#pragma once
#include <stdbool.h>
#include <ocradlib.h>
