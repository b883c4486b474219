@echo off
rem The command line: the program has no console of its own, but writes to the one it is started from.
rem After "--" Chromium reads no switches, so that every word reaches the command.
"%~dp0..\Fuelcard Desk.exe" -- %*
exit /b %ERRORLEVEL%
